import * as z from 'zod/mini'

/** What two images have in common, the strongest first. */
export const resemblanceKinds = ['same_file', 'same_picture', 'same_drawing'] as const
export type ResemblanceKind = (typeof resemblanceKinds)[number]

/**
 * The same picture shows the same in any size, margin or encoding; the same drawing may also be mirrored, turned or
 * have other colours or a shadow (requirements: #look-alikes).
 */
export const resemblance = z.object({
  kind: z.enum(resemblanceKinds),
  /** How the found image is mirrored or turned to become this one: 1 mirrored, 2 upside down, 4 transposed before. */
  orientation: z.number(),
  other_colours: z.boolean(),
})
export type ImageResemblance = z.output<typeof resemblance>
