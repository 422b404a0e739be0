import { type RefObject, useLayoutEffect, useState } from 'react';

/** Below it lists are cards on every page. */
const PHONE = 900;
/** From it on a grid of many columns scrolls sideways under its lines' numbers, as in a spreadsheet. */
const SHEET = 1000;
/** What the lines' numbers take, and a column at least, in pixels. */
const LINE = 60;
const COLUMN = 116;

/** Whether each row is a card, because the grid has no room for so many columns beside each other. */
export function useCards(frame: RefObject<HTMLElement | null>, columns: number): boolean {
  const [isCards, setIsCards] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const look = (): void =>
      setIsCards(innerWidth < PHONE || element.clientWidth < Math.min(SHEET, LINE + columns * COLUMN));
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [frame, columns]);
  return isCards;
}
