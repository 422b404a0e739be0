import type { Icon as TablerIcon } from '@tabler/icons-react';

export type IconType = TablerIcon;

const STROKE = { 12: 2, 14: 1.75, 16: 1.6, 18: 1.5, 20: 1.5 } as const;

/** A decorative icon, never announced: it is next to text or inside a named control. */
export function Icon({
  of: Glyph,
  size = 16,
  className,
}: {
  of: IconType;
  size?: keyof typeof STROKE;
  className?: string;
}) {
  return <Glyph size={size} stroke={STROKE[size]} className={className} aria-hidden focusable={false} />;
}
