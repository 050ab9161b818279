/** In pixels. */
export interface Dimensions {
  width: number
  height: number
}

/** Both sides multiplied alike, in whole pixels and at least one. */
export function scaledDimensions({ width, height }: Dimensions, scale: number): Dimensions {
  const scaled = (side: number) => Math.max(Math.round(side * scale), 1)
  return { width: scaled(width), height: scaled(height) }
}

/** The longer side is `longest`, or the picture's own where that is smaller. */
export const fittedDimensions = (picture: Dimensions, longest: number): Dimensions =>
  scaledDimensions(picture, Math.min(1, longest / Math.max(picture.width, picture.height)))
