/** Hands a text to the browser as a file. */
export function downloadText(name: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
