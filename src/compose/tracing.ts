import type { Settings } from '../settings/read-settings.js';
import { SettingError } from '../settings/setting.js';
import { SETTINGS } from '../settings/table.js';
import type { Tracing } from '../tracing/trace-span.js';

/** Undefined where no address is set; what sends traces is then not even loaded. */
export async function openTracing(
  { traceUrl, tracePercent }: Settings,
  service: string,
): Promise<Tracing | undefined> {
  if (traceUrl === undefined) return undefined;
  const url = URL.canParse(traceUrl) ? new URL(traceUrl) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new SettingError(
      `${SETTINGS.traceUrl.env} must be an address that begins with http:// or https://.`,
    );
  }
  const { OtlpTracing } = await import('../tracing/otlp-tracing.js');
  return new OtlpTracing({ url: traceUrl, share: tracePercent / 100, service });
}
