/** States that an image shows in: of these the database computes one from its facts (docs/states.md). */
export const imageStates = ['draft', 'pending', 'rejected', 'public', 'hidden', 'trash', 'taken_down'] as const

export type ImageState = (typeof imageStates)[number]

/** Whether the back offices list an image by its status: it is submitted, not in the trash and not taken down. */
export const isListedState = (state: ImageState) => !['draft', 'trash', 'taken_down'].includes(state)
