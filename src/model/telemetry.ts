/**
 * The binary of ONNX Runtime reports its use to its maker and keeps what it could not send under the home folder. A
 * service that a company runs on its own machines tells nobody.
 *
 * To be called in the main thread before a thread loads the binary: it looks at the environment of the process, of which
 * threads have only copies.
 */
export function forbidTelemetry(): void {
  process.env.ORT_DISABLE_TELEMETRY = '1';
}
