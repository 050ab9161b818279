import { type ComponentProps, createElement } from 'react'

/** An icon as Lucide's modules define it: elements of SVG with their attributes. */
interface IconData {
  node: [element: string, attributes: Record<string, string>][]
}

const attributes = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Stands for Lucide's createLucideIcon in the build (vite.config.ts); an icon without a name is hidden, as there. */
export function createIcon({ node }: IconData) {
  return ({ size = 24, ...props }: ComponentProps<'svg'> & { size?: number }) =>
    createElement(
      'svg',
      { ...attributes, width: size, height: size, 'aria-hidden': props['aria-label'] ? undefined : true, ...props },
      ...node.map(([element, itsAttributes]) => createElement(element, itsAttributes)),
    )
}
