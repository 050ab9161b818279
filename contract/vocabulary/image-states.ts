/** States that an image shows in: of these the database computes one from its facts (docs/states.md). */
export const imageStates = ['pending', 'rejected', 'public', 'hidden', 'trash', 'taken_down'] as const

export type ImageState = (typeof imageStates)[number]

/** Whether the back offices list an image by its status: it is neither in the trash nor taken down. */
export const isListedState = (state: ImageState) => state !== 'trash' && state !== 'taken_down'
