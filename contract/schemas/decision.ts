import * as z from 'zod/mini'
import { imageStatus } from './image.ts'

/** A decision about an image as its contributor and admins see it. */
export const decision = z.object({
  /** ISO 8601. */
  at: z.string(),
  status: imageStatus,
  reason: z.nullable(z.string()),
  note: z.string(),
  /** Whether it was about a waiting edit of the image. */
  about_edit: z.boolean(),
  /** Who made it; null for contributors, and where an account is gone. */
  by: z.nullable(z.string()),
  /** Whether no one made it: the image went live at once, by the level of its contributor. */
  is_automatic: z.boolean(),
})
