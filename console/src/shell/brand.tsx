/** The bridge of words, and the name. */
export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M3 22h26M6 22c0-7.5 4.5-12 10-12s10 4.5 10 12M11 22V11.500M16 22V10M21 22V11.5" />
      </svg>
      Kotobashi
    </span>
  );
}
