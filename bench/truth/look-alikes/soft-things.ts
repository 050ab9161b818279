import type { Canvas } from '../../harness/pixels.ts'
import type { Random } from '../../harness/random.ts'
import { drawSvg, element, paintEach } from '../canvas.ts'
import { anyColour, between, honest, type PictureKind } from '../picture-set.ts'

/** Honest cut-outs of things that are thin, faint or soft; no fault may be found in them. */
export const softThings: PictureKind[] = [
  honest('sheet music', sheetMusic),
  honest('net', net),
  honest('hair', hair),
  honest('smoke', smoke),
  honest('glass', glass),
  honest('glow', radiance),
  honest('white outline', whiteOutline),
  honest('starry sky', stars),
  honest('drop shadow', dropShadow),
]

const hue = (random: Random) => between(random, 0, 359)
const list = (length: number, item: (at: number) => string) => Array.from({ length }, (_, at) => item(at)).join('')

function sheetMusic(random: Random) {
  const gap = between(random, 6, 14)
  const [width, staves] = [between(random, 300, 800), between(random, 1, 5)]
  const staff = (at: number) => {
    const top = gap * 3 + at * gap * 10
    const lines = list(5, (line) => `<path d="M10 ${top + line * gap}H${width - 10}" stroke="#000"/>`)
    const notes = list(between(random, 6, 18), () => {
      const [x, y] = [between(random, 30, width - 30), top + (between(random, 0, 8) * gap) / 2]
      const head = { cx: x, cy: y, rx: gap * 0.65, ry: gap * 0.48, transform: `rotate(-20 ${x} ${y})` }
      const stem = { d: `M${x + gap * 0.6} ${y}v${-3.2 * gap}`, stroke: '#000', 'stroke-width': 1.4 }
      return element('ellipse', head) + element('path', stem)
    })
    return lines + notes
  }
  return drawSvg(width, gap * (staves * 10 + 2), list(staves, staff))
}

function net(random: Random) {
  const [width, height, pitch] = [between(random, 250, 700), between(random, 250, 700), between(random, 8, 40)]
  const slant = random.pick([0, 45])
  const across = Math.ceil((2 * (width + height)) / pitch)
  const line = (at: number) => {
    const place = at * pitch - width - height
    return `<path d="M${place} -2000V3000M-2000 ${place}H3000"/>`
  }
  const group = {
    transform: `rotate(${slant} ${width / 2} ${height / 2})`,
    fill: 'none',
    stroke: `hsl(${hue(random)} 40% ${between(random, 20, 75)}%)`,
    'stroke-width': 1 + random.next() * 3,
  }
  return drawSvg(width, height, element('g', group, list(across, line)))
}

function hair(random: Random) {
  const [width, height] = [between(random, 300, 800), between(random, 300, 800)]
  const tint = `hsl(${between(random, 15, 45)} ${between(random, 20, 60)}% ${between(random, 15, 80)}%)`
  const strand = () => {
    const [x, bend] = [width / 2 + between(random, -60, 60), between(random, -width, width) / 2]
    const [endX, endY] = [x + bend, height * (0.5 + random.next() * 0.45)]
    return element('path', {
      d: `M${x} ${height * 0.1}C${x + bend / 3} 0 ${endX} ${height / 3} ${endX} ${endY}`,
      'stroke-width': 0.5 + random.next() * 1.6,
      opacity: 0.5 + random.next() / 2,
    })
  }
  return drawSvg(width, height, `<g fill="none" stroke="${tint}">${list(between(random, 60, 400), strand)}</g>`)
}

/** Blurred puffs, with alpha down to 0. */
function smoke(random: Random) {
  const [width, height] = [between(random, 300, 800), between(random, 300, 800)]
  const tone = between(random, 60, 235)
  const puff = () =>
    element('circle', {
      cx: width * (0.3 + random.next() * 0.4),
      cy: height * (0.25 + random.next() * 0.5),
      r: between(random, 15, 60),
      opacity: 0.15 + random.next() * 0.5,
    })
  const blur = element('feGaussianBlur', { stdDeviation: between(random, 6, 22) })
  const filter = element('filter', { id: 'b', x: -1, y: -1, width: 3, height: 3 }, blur)
  const group = { filter: 'url(#b)', fill: `rgb(${tone},${tone},${tone})` }
  return drawSvg(width, height, filter + element('g', group, list(between(random, 8, 24), puff)))
}

/** A see-through body with an opaque rim and a highlight. */
function glass(random: Random) {
  const [width, height] = [between(random, 200, 600), between(random, 250, 700)]
  const tint = hue(random)
  const body = `M${width * 0.25} ${height * 0.1}H${width * 0.75}L${width * 0.66} ${height * 0.9}H${width * 0.34}Z`
  const vessel = {
    d: body,
    fill: `hsl(${tint} 50% 70% / ${0.12 + random.next() * 0.4})`,
    stroke: `hsl(${tint} 40% 45%)`,
    'stroke-width': between(random, 2, 7),
    'stroke-linejoin': 'round',
  }
  const highlight = {
    cx: width * 0.4,
    cy: height * 0.35,
    rx: width * 0.04,
    ry: height * 0.16,
    fill: '#fff',
    opacity: 0.7,
  }
  return drawSvg(width, height, element('path', vessel) + element('ellipse', highlight))
}

/** A lamp: an opaque core whose light fades out to nothing. */
function radiance(random: Random) {
  const side = between(random, 200, 700)
  const tint = hue(random)
  const core = between(random, 5, 40)
  const inside = element('stop', { offset: `${core}%`, 'stop-color': `hsl(${tint} 90% 70%)` })
  const outside = element('stop', { offset: '100%', 'stop-color': `hsl(${tint} 90% 60%)`, 'stop-opacity': 0 })
  const gradient = element('radialGradient', { id: 'g' }, inside + outside)
  const disc = element('circle', { cx: side / 2, cy: side / 2, r: side * 0.42, fill: 'url(#g)' })
  return drawSvg(side, side, gradient + disc)
}

/** A sticker. */
function whiteOutline(random: Random) {
  const side = between(random, 200, 700)
  const points = list(between(random, 5, 12), (at) => {
    const [angle, radius] = [at * 2.4, side * (0.22 + random.next() * 0.16)]
    return `${side / 2 + radius * Math.cos(angle)},${side / 2 + radius * Math.sin(angle)} `
  })
  const sticker = {
    points,
    fill: `hsl(${hue(random)} 70% 45%)`,
    stroke: '#fff',
    'stroke-width': between(random, 3, 16),
    'stroke-linejoin': 'round',
  }
  return drawSvg(side, side, element('polygon', sticker))
}

/** Many small stars: they are the picture, not what was left of one. */
function stars(random: Random) {
  const [width, height] = [between(random, 200, 700), between(random, 200, 700)]
  const star = () =>
    element('circle', {
      cx: between(random, 5, width - 5),
      cy: between(random, 5, height - 5),
      r: 0.6 + random.next() * 2.5,
    })
  return drawSvg(width, height, `<g fill="#ffe9a8">${list(between(random, 30, 200), star)}</g>`)
}

/** A disc whose shadow fades out evenly, painted without a blur filter. */
function dropShadow(random: Random): Canvas {
  const side = between(random, 200, 600)
  const [radius, reach, shift] = [side * 0.28, side * (0.05 + random.next() * 0.12), side * 0.03]
  const fill = anyColour(random)
  return paintEach({ width: side, height: side }, (pixels, at, x, y) => {
    const cover = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x - side / 2, y - side / 2)))
    const away = Math.hypot(x - side / 2 - shift, y - side / 2 - shift) - radius
    const shadow = 0.45 * Math.max(0, Math.min(1, 1 - away / reach)) ** 2
    const alpha = cover + shadow * (1 - cover)
    pixels.set(
      [...fill.map((value) => Math.round((value * cover) / Math.max(alpha, 0.001))), Math.round(alpha * 255)],
      at,
    )
  })
}
