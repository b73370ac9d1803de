import { useWords } from '../context.js';

interface Bar {
  readonly label: string;
  readonly values: readonly number[];
}

interface BarChartProps {
  /** What it shows, in words; the numbers stand in the table below it. */
  readonly label: string;
  /** What the parts of a bar are, from bottom to top; beyond `CHART_PARTS` the last is the rest, and grey. */
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
}

/** Colours that can be told apart. */
export const CHART_PARTS = 7;
const colour = (at: number) => (at < CHART_PARTS ? at : 'rest');

/** Of the drawing, which is stretched to the room there is. */
const WIDTH = 600;
const HEIGHT = 160;

/** Stacked bars, one a day or so. Colours are those of the page; a legend names them. */
export function BarChart({ label, series, bars }: BarChartProps) {
  const { locale } = useWords();
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(1, ...sums);
  const step = WIDTH / Math.max(1, bars.length);
  const number = new Intl.NumberFormat(locale, { notation: 'compact' });
  const ticks = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)];
  return (
    <figure className="chart">
      <small>{number.format(most)}</small>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map((bar, at) => {
          let below = HEIGHT;
          return (
            <g key={bar.label}>
              <title>{`${bar.label}: ${number.format(sums[at] ?? 0)}`}</title>
              {bar.values.map((value, index) => {
                const height = (value / most) * HEIGHT;
                below -= height;
                return (
                  <rect
                    key={series[index]}
                    data-series={colour(index)}
                    x={at * step + step * 0.12}
                    y={below}
                    width={step * 0.76}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div className="ticks" aria-hidden="true">
        {ticks.map((tick) => tick && <small key={tick.label}>{tick.label}</small>)}
      </div>
      {series.length > 1 && (
        <figcaption className="legend">
          {series.map((name, index) => (
            <span key={name}>
              <i data-series={colour(index)} aria-hidden="true" />
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

interface SparklineProps {
  readonly label: string;
  readonly values: readonly number[];
}

/** The last minutes of one number. */
export function Sparkline({ label, values }: SparklineProps) {
  const most = Math.max(1e-9, ...values);
  const step = values.length > 1 ? 200 / (values.length - 1) : 0;
  const points = values.map(
    (value, at) => `${(at * step).toFixed(1)},${(38 - (value / most) * 36).toFixed(1)}`,
  );
  return (
    <svg className="sparkline" viewBox="0 0 200 40" preserveAspectRatio="none" role="img" aria-label={label}>
      {points.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  );
}

interface BeforeAfterProps {
  readonly label: string;
  readonly before: number;
  readonly after: number;
  readonly names: readonly [string, string];
}

/** Two bars on one scale from 0 to 100. */
export function BeforeAfter({ label, before, after, names }: BeforeAfterProps) {
  const rows = [
    [names[0], before],
    [names[1], after],
  ] as const;
  return (
    <svg className="before-after" viewBox="0 0 400 64" role="img" aria-label={label}>
      {rows.map(([name, value], at) => (
        <g key={name} transform={`translate(0 ${at * 34})`}>
          <text y={17}>{name}</text>
          <rect className="track" x={80} width={320} height={24} rx={4} />
          <rect
            data-series={at === 0 ? 'rest' : 0}
            x={80}
            width={3.2 * Math.min(100, value)}
            height={24}
            rx={4}
          />
        </g>
      ))}
    </svg>
  );
}
