/** Texts of the stage, and of what stands beside it wherever pictures are decided about one by one. */
export const messages = {
  loading: 'Loading...',
  position: (index: number, total: number) => `${index.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  percent: (zoom: number) => `${Math.round(zoom * 100)} %`,
  actualSize: (zoom: number) => `${messages.percent(zoom)}, show at 100 %`,
  fit: (zoom: number) => `${messages.percent(zoom)}, fit to the stage`,
  upscaled: (zoom: number) => `Upscaled ${zoom.toLocaleString('en', { maximumFractionDigits: 1 })}×`,
  smallPicture: (side: number) => `fewer than ${side} pixels`,
  opaque: 'Not transparent',
  none: 'None',
  zoomKeys: 'Zoom in or out; so does the wheel. Drag to move.',
}
