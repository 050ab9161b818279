/** Rows of a 3 x 3 matrix. */
export type Matrix = [number, number, number, number, number, number, number, number, number]

/** What the samples of an image mean. */
export interface ColourSpace {
  /** Of red, green and blue. */
  toLinear: [Curve, Curve, Curve]
  /** From linear RGB to XYZ of white D50; absent where the primaries are those of sRGB. */
  toXyz?: Matrix | undefined
}

/** From a sample to light, both 0 to 1. */
export type Curve = (sample: number) => number

/** x and y of white, red, green and blue (CIE 1931). */
export type Chromaticities = [number, number, number, number, number, number, number, number]

/** sRGB (IEC 61966-2-1). */
const SRGB: Chromaticities = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]

/** XYZ of D50, the white of ICC's profile connection space. */
const D50 = [0.9642, 1, 0.8249]

/** Cone responses of Bradford's chromatic adaptation (ICC.1, annex E). */
const BRADFORD: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]

/** From linear RGB of these primaries to XYZ, adapted to D50 (Bradford); undefined where they span no colours. */
export function bradfordToXyz([wx, wy, rx, ry, gx, gy, bx, by]: Chromaticities): Matrix | undefined {
  const primaries: Matrix = [rx, gx, bx, ry, gy, by, 1 - rx - ry, 1 - gx - gy, 1 - bx - by]
  const inverse = invert(primaries)
  if (!inverse || wy <= 0) return undefined
  const white = [wx / wy, 1, (1 - wx - wy) / wy]
  const [from, to] = [apply(BRADFORD, white), apply(BRADFORD, D50)]
  if (from.some((response) => Math.abs(response) < EPSILON)) return undefined
  const gains = from.map((response, at) => to[at]! / response)
  const adaptation = multiply(invert(BRADFORD)!, multiply(diagonal(gains), BRADFORD))
  return multiply(adaptation, multiply(primaries, diagonal(apply(inverse, white))))
}

const EPSILON = 1e-9

export function multiply(a: Matrix, b: Matrix): Matrix {
  const cell = (row: number, column: number) =>
    a[row * 3]! * b[column]! + a[row * 3 + 1]! * b[column + 3]! + a[row * 3 + 2]! * b[column + 6]!
  return Array.from({ length: 9 }, (_, at) => cell(Math.floor(at / 3), at % 3)) as Matrix
}

/** Undefined for a singular matrix. */
export function invert([a, b, c, d, e, f, g, h, i]: Matrix): Matrix | undefined {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (!(Math.abs(determinant) > EPSILON)) return undefined
  const adjugate = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f]
  return [...adjugate, d * h - e * g, b * g - a * h, a * e - b * d].map((value) => value / determinant) as Matrix
}

const diagonal = ([a, b, c]: number[]): Matrix => [a!, 0, 0, 0, b!, 0, 0, 0, c!]

const apply = (matrix: Matrix, [x, y, z]: number[]) =>
  [0, 3, 6].map((row) => matrix[row]! * x! + matrix[row + 1]! * y! + matrix[row + 2]! * z!)

/** From XYZ of white D50 to linear sRGB. */
export const xyzToSrgb = invert(bradfordToXyz(SRGB)!)!
