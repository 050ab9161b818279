import { medianColour } from '#imaging/measures/rgba-image'
import type { Alternation } from './alternation.ts'

/** The coherence that a perfect board reaches: at its corners 1, at places spread evenly over its squares (2/π)². */
export const perfectCoherence = { corners: 1, squares: (2 / Math.PI) ** 2 }

/** More alternations than these tell no more about the frequency. */
const maxSamples = 240
/** The share by which the estimated size of the squares may be wrong. */
const sizeTolerance = 0.085

/** Amplitude and phase of the alternations, demodulated at one spatial frequency along a diagonal. */
function demodulate(samples: Alternation[], frequencyX: number, frequencyY: number) {
  let real = 0
  let imaginary = 0
  for (const { x, y, polarity } of samples) {
    const phase = 2 * Math.PI * (frequencyX * x + frequencyY * y)
    real += polarity * Math.cos(phase)
    imaginary -= polarity * Math.sin(phase)
  }
  return { amplitude: Math.hypot(real, imaginary) / samples.length, phase: Math.atan2(imaginary, real) }
}

/** A checkerboard is the product of two square waves, so its energy lies on both diagonals: the weaker one decides. */
const bothDiagonals = (samples: Alternation[], frequencyX: number, frequencyY: number) =>
  Math.min(
    demodulate(samples, frequencyX, frequencyY).amplitude,
    demodulate(samples, frequencyX, -frequencyY).amplitude,
  )

/** The lattice of a checkerboard: the sign of cos(π x / width + phaseX) cos(π y / height + phaseY) is the colour. */
export type Lattice = NonNullable<ReturnType<typeof fitLattice>>

/**
 * The lattice on which most alternations lie, near an estimated size of the squares. Additive patterns (gingham, plaid,
 * stripes) have no energy on the diagonals, curved or irregular ones no single frequency; both get a low coherence.
 */
export function fitLattice(alternations: Alternation[], size: number, longSide: number, perfect: number) {
  if (alternations.length < 4) return null
  const step = Math.ceil(alternations.length / maxSamples)
  const samples = alternations.filter((_, at) => at % step === 0)
  const { frequencyX, frequencyY, amplitude } = refine(samples, strongestFrequency(samples, size, longSide), longSide)
  const rising = demodulate(samples, frequencyX, frequencyY).phase
  const falling = demodulate(samples, frequencyX, -frequencyY).phase
  return {
    /** Sides of a square in pixels, as real numbers: a scaled board has no whole ones. */
    width: 1 / (2 * frequencyX),
    height: 1 / (2 * frequencyY),
    /** In radians. */
    phaseX: (rising + falling) / 2,
    phaseY: (rising - falling) / 2,
    /** How well the alternations lie on it: 1 when all do, near 0 for a random pattern. */
    coherence: Math.min(1, amplitude / perfect),
    count: alternations.length,
    light: medianColour(alternations.map(({ light }) => light)),
    dark: medianColour(alternations.map(({ dark }) => dark)),
  }
}

/** A fifth of the resolution that the picture's length allows, so that no peak is stepped over. */
const frequencyStep = (longSide: number) => 1 / (5 * longSide)

/** The best frequency of square squares. */
function strongestFrequency(samples: Alternation[], size: number, longSide: number) {
  const centre = 1 / (2 * size)
  const span = centre * sizeTolerance
  let best = { frequency: centre, amplitude: 0 }
  for (let frequency = centre - span; frequency <= centre + span; frequency += frequencyStep(longSide)) {
    const amplitude = bothDiagonals(samples, frequency, frequency)
    if (amplitude > best.amplitude) best = { frequency, amplitude }
  }
  return best
}

/** Hill climbing in shrinking steps, each axis by itself: a scaled board may be a little wider than high. */
function refine(samples: Alternation[], start: { frequency: number; amplitude: number }, longSide: number) {
  let best = { frequencyX: start.frequency, frequencyY: start.frequency, amplitude: start.amplitude }
  for (let turn = 0, step = frequencyStep(longSide); turn < 5; turn++, step /= 1.7)
    for (const [alongX, alongY] of [
      [step, 0],
      [-step, 0],
      [0, step],
      [0, -step],
    ] as const) {
      const [frequencyX, frequencyY] = [best.frequencyX + alongX, best.frequencyY + alongY]
      const amplitude = bothDiagonals(samples, frequencyX, frequencyY)
      if (amplitude > best.amplitude) best = { frequencyX, frequencyY, amplitude }
    }
  return best
}
