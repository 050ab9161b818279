import type { FindingKind } from '@vitrine/contract/measures/findings'

/** Real pictures whose fault a look has confirmed. */
export const confirmedFaults: Record<string, FindingKind> = {
  'computer/icons/flat-theme/action/pen_style_nopen.png': 'nothing_to_see',
  'computer/icons/etiquette-theme/apps/wine.png': 'specks',
  'computer/icons/etiquette-theme/stock/calligraphy.png': 'specks',
  'electronics/bulb/light_bulb_karl_bartel_01.png': 'nothing_to_see',
  'recreation/sports/badminton_racket_brice_b_01.png': 'nothing_to_see',
  'signs_and_symbols/teschio_fabio_olivo_01.png': 'nothing_to_see',
  'signs_and_symbols/zero_stars_saurabh_nanda_01.png': 'nothing_to_see',
  'special/gradients/gradient-americana.png': 'nothing_to_see',
}
