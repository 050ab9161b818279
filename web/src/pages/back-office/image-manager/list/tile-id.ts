/** Id of an image's link, which gets the focus back when the panel closes. */
export const tileId = (image: number) => `image-${image}`
