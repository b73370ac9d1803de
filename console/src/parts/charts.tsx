import { useWords } from '../context.js';

interface Bar {
  readonly label: string;
  readonly values: readonly number[];
}

interface BarChartProps {
  /** What it shows, in words; the numbers stand in the table below it. */
  readonly label: string;
  /** What the parts of a bar are, from bottom to top. */
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
}

const WIDTH = 640;
const HEIGHT = 160;
const FOOT = 20;

/** Stacked bars, one a day or so. Colours are those of the page; a legend names them. */
export function BarChart({ label, series, bars }: BarChartProps) {
  const { locale } = useWords();
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(1, ...sums);
  const step = WIDTH / Math.max(1, bars.length);
  const number = new Intl.NumberFormat(locale, { notation: 'compact' });
  const every = Math.ceil(bars.length / 8);
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="img" aria-label={label}>
        <line className="grid" x1={0} x2={WIDTH} y1={1} y2={1} />
        <line className="grid" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        <text x={0} y={14}>
          {number.format(most)}
        </text>
        {bars.map((bar, at) => {
          let below = HEIGHT;
          return (
            <g key={bar.label}>
              <title>{`${bar.label}: ${number.format(sums[at] ?? 0)}`}</title>
              {bar.values.map((value, index) => {
                const height = (value / most) * (HEIGHT - 4);
                below -= height;
                return (
                  <rect
                    key={series[index]}
                    data-series={index % 6}
                    x={at * step + step * 0.12}
                    y={below}
                    width={step * 0.76}
                    height={height}
                  />
                );
              })}
              {at % every === 0 && (
                <text x={at === 0 ? 0 : at * step + step / 2} y={HEIGHT + 15} className="tick">
                  {bar.label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {series.length > 1 && (
        <figcaption className="legend">
          {series.map((name, index) => (
            <span key={name}>
              <i data-series={index % 6} aria-hidden="true" />
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
    <svg className="before-after" viewBox="0 0 320 64" role="img" aria-label={label}>
      {rows.map(([name, value], at) => (
        <g key={name}>
          <rect className="track" x={0} y={at * 34} width={320} height={24} rx={4} />
          <rect
            data-series={at === 0 ? 5 : 0}
            x={0}
            y={at * 34}
            width={3.2 * Math.min(100, value)}
            height={24}
            rx={4}
          />
        </g>
      ))}
    </svg>
  );
}
