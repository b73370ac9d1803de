/** The service refused a request, in its own words. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';

  constructor(
    /** HTTP status. */
    readonly status: number,
    message: string,
    /** Number of the catalogue of failures; a proxy in between has none. */
    readonly code?: number,
    /** What the operator finds the request by. */
    readonly taskId?: string,
  ) {
    super(message);
  }

  /** Whether signing in again is what helps. A used-up quota is answered with 401 as well. */
  get endsSession(): boolean {
    return this.status === 401 && this.code !== QUOTA_USED_UP;
  }
}

const QUOTA_USED_UP = 40001;

/** No answer came. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export function failureOf(status: number, body: unknown): ServiceFailure {
  const data = member(body, 'data');
  const message = member(data, 'message');
  const code = member(data, 'code');
  const taskId = member(data, 'taskId');
  return new ServiceFailure(
    status,
    typeof message === 'string' ? message : `HTTP ${status}`,
    typeof code === 'number' ? code : undefined,
    typeof taskId === 'string' ? taskId : undefined,
  );
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
