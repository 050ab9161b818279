/** Of a scene, a square. */
export const sceneBox = '0 0 1000 1000'

/** A colour with its place between 0 and 1, and its opacity. */
export type Stop = readonly [offset: number, colour: string, opacity?: number]

/** What a drawing refers to by address: gradients, filters and clips of one SVG. Functions return `url(#…)`. */
export class Scene {
  readonly #definitions: string[] = []

  #define(element: (id: string) => string): string {
    const id = `d${this.#definitions.length}`
    this.#definitions.push(element(id))
    return `url(#${id})`
  }

  /** Around `[cx, cy]`, brightest at `[fx, fy]`; in units of the scene. */
  radial([cx, cy]: Point, radius: number, stops: Stop[], [fx, fy]: Point = [cx, cy]): string {
    const place = `cx="${cx}" cy="${cy}" r="${radius}" fx="${fx}" fy="${fy}"`
    return this.#define(
      (id) => `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${stopsOf(stops)}</radialGradient>`,
    )
  }

  linear([x1, y1]: Point, [x2, y2]: Point, stops: Stop[]): string {
    const place = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`
    return this.#define(
      (id) => `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${stopsOf(stops)}</linearGradient>`,
    )
  }

  filter(primitives: string): string {
    const region = `filterUnits="userSpaceOnUse" x="-100" y="-100" width="1200" height="1200"`
    return this.#define(
      (id) => `<filter id="${id}" ${region} color-interpolation-filters="sRGB">${primitives}</filter>`,
    )
  }

  blur = (deviation: number) => this.filter(`<feGaussianBlur stdDeviation="${deviation}"/>`)

  clip(path: string): string {
    return this.#define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`)
  }

  /** What is drawn, with all that it refers to. */
  body = (content: string) => `<defs>${this.#definitions.join('')}</defs>${content}`
}

export type Point = readonly [x: number, y: number]

const stopsOf = (stops: Stop[]) =>
  stops
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')

/** What a clip cuts from: a filter of the outline itself would leave a light rim where its pixels are half clear. */
export const everywhere = 'M-100 -100H1100V1100H-100Z'

export const ellipse = ([cx, cy]: Point, rx: number, ry = rx) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`

export const fill = (path: string, paint: string, attributes = '') =>
  `<path d="${path}" fill="${paint}" ${attributes}/>`

export const line = (path: string, paint: string, width: number, attributes = '') =>
  `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round" ${attributes}/>`

/** The soft shadow of a thing on the ground. */
export const groundShadow = (scene: Scene, [cx, cy]: Point, width: number, opacity = 0.42) =>
  fill(ellipse([cx, cy], width, width * 0.14), '#10131a', `opacity="${opacity}" filter="${scene.blur(width * 0.06)}"`)

export interface Matter {
  /** In the light, of itself, and in the shade. */
  colours: readonly [string, string, string]
  /** How bright its highlight is, 0 to 1. */
  gloss?: number
  /** Pores, grain: bumps per unit, and their height. */
  texture?: { frequency: number; height: number }
}

/**
 * A rounded body of one matter, lit from the upper left, about `[cx, cy]`: its shade, light thrown back by the ground
 * at the lower rim, and a highlight.
 */
export function body(scene: Scene, path: string, [cx, cy]: Point, radius: number, matter: Matter, inside = ''): string {
  const [light, base, shade] = matter.colours
  const gloss = matter.gloss ?? 0.6
  const from: Point = [cx - radius * 0.38, cy - radius * 0.45]
  const paint = scene.radial(
    [cx, cy],
    radius * 1.12,
    [
      [0, light],
      [0.45, base],
      [0.86, shade],
      [1, base],
    ],
    from,
  )
  const surface = matter.texture ? `filter="${bumps(scene, matter.texture)}"` : ''
  const highlight = fill(
    ellipse(from, radius * 0.26, radius * 0.17),
    '#fff',
    `opacity="${gloss}" filter="${scene.blur(radius * 0.055)}" transform="rotate(-38 ${from[0]} ${from[1]})"`,
  )
  const rim = line(
    path,
    '#fff',
    radius * 0.06,
    `opacity="${0.16 + gloss * 0.12}" filter="${scene.blur(radius * 0.03)}"`,
  )
  return `<g clip-path="${scene.clip(path)}">${fill(everywhere, paint, surface)}${inside}${rim}${highlight}</g>`
}

/** A surface of small bumps, lit from the upper left. */
function bumps(scene: Scene, { frequency, height }: { frequency: number; height: number }): string {
  return scene.filter(
    `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="7" result="noise"/>` +
      `<feDiffuseLighting in="noise" surfaceScale="${height}" diffuseConstant="1.14"` +
      ' lighting-color="#fff" result="lit">' +
      '<feDistantLight azimuth="225" elevation="58"/></feDiffuseLighting>' +
      '<feBlend in="SourceGraphic" in2="lit" mode="multiply" result="shaded"/>' +
      '<feComposite in="shaded" in2="SourceAlpha" operator="in"/>',
  )
}
