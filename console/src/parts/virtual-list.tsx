import { type ReactNode, useEffect, useRef, useState } from 'react';

interface VirtualListProps {
  readonly label: string;
  readonly total: number;
  /** Told which rows are about to be seen. */
  readonly onSeen: (first: number, last: number) => void;
  readonly row: (index: number) => ReactNode;
}

/** Of every row, in pixels; the style sheet says the same. */
const ROW_HEIGHT = 56;
/** Rows kept ready above and below what is seen. */
const SPARE = 10;

/** A list of any length of which only the rows around the visible ones exist. */
export function VirtualList({ label, total, onSeen, row }: VirtualListProps) {
  const place = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => setHeight(element.clientHeight || 600);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE);
  const last = Math.min(total, Math.ceil((top + height) / ROW_HEIGHT) + SPARE);
  useEffect(() => onSeen(first, last), [onSeen, first, last]);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    <div ref={place} className="virtual" onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <ul aria-label={label} className="virtual-rows" style={{ height: total * ROW_HEIGHT }}>
        {indexes.map((index) => (
          <li
            key={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
