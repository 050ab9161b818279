import type { Category } from '@vitrine/contract/vocabulary/categories'

/** Twelve icons of Noto Emoji for each category, by their names in the icon set. */
export const drawings: Record<Category['value'], string[]> = {
  animals: 'fox butterfly parrot octopus dog-face tiger turtle dolphin owl elephant flamingo hedgehog'.split(' '),
  buildings_and_architecture:
    'castle house-with-garden classical-building lighthouse factory church stadium hut mosque tent office-building japanese-castle'.split(
      ' ',
    ),
  business:
    'briefcase money-bag bar-chart chart-increasing credit-card calendar coin clipboard money-with-wings balance-scale receipt ledger'.split(
      ' ',
    ),
  drinks:
    'tropical-drink hot-beverage teacup-without-handle wine-glass beer-mug cocktail-glass bubble-tea beverage-box cup-with-straw glass-of-milk mate sake'.split(
      ' ',
    ),
  the_environment:
    'rainbow globe-showing-europe-africa sun cloud-with-rain snowflake droplet fire water-wave recycling-symbol cloud-with-lightning crescent-moon tornado'.split(
      ' ',
    ),
  states_of_mind:
    'beaming-face-with-smiling-eyes thinking-face face-with-tears-of-joy sleeping-face crying-face angry-face star-struck smiling-face-with-hearts relieved-face anxious-face-with-sweat partying-face red-heart'.split(
      ' ',
    ),
  food: 'avocado pizza strawberry hamburger croissant red-apple doughnut sushi watermelon carrot cheese-wedge shortcake'.split(
    ' ',
  ),
  graphic_resources:
    'star sparkles glowing-star dizzy speech-balloon check-mark-button large-blue-diamond thought-balloon ribbon bullseye label cross-mark'.split(
      ' ',
    ),
  hobbies_and_leisure:
    'guitar artist-palette camera puzzle-piece kite joystick teddy-bear fishing-pole video-game magic-wand yarn game-die'.split(
      ' ',
    ),
  industry:
    'gear hammer wrench toolbox nut-and-bolt carpentry-saw screwdriver brick hook chains oil-drum building-construction'.split(
      ' ',
    ),
  landscape:
    'national-park desert-island mount-fuji sunrise-over-mountains desert beach-with-umbrella volcano camping snow-capped-mountain cityscape sunset motorway'.split(
      ' ',
    ),
  lifestyle:
    'sunglasses dress high-heeled-shoe backpack couch-and-lamp bathtub ring lipstick necktie handbag hiking-boot candle'.split(
      ' ',
    ),
  people: 'astronaut artist cook farmer scientist firefighter mechanic teacher singer detective pilot baby'.split(' '),
  plants_and_flowers:
    'cactus mushroom sunflower tulip rose cherry-blossom four-leaf-clover palm-tree maple-leaf potted-plant hibiscus deciduous-tree'.split(
      ' ',
    ),
  culture_and_religion:
    'christmas-tree wrapped-gift jack-o-lantern performing-arts red-paper-lantern pinata menorah musical-score violin party-popper nesting-dolls moai'.split(
      ' ',
    ),
  science:
    'microscope telescope dna test-tube rocket petri-dish satellite alembic ringed-planet magnet comet stethoscope'.split(
      ' ',
    ),
  social_issues:
    'ballot-box-with-ballot dove peace-symbol handshake megaphone wheelchair-symbol police-car-light raised-fist newspaper globe-with-meridians locked bell'.split(
      ' ',
    ),
  sports:
    'soccer-ball basketball tennis trophy boxing-glove bowling baseball rugby-football volleyball ping-pong ice-skate 1st-place-medal'.split(
      ' ',
    ),
  technology:
    'laptop mobile-phone computer-mouse battery robot keyboard desktop-computer light-bulb headphone television electric-plug satellite-antenna'.split(
      ' ',
    ),
  transport:
    'bicycle sailboat automobile helicopter locomotive airplane bus fire-engine motor-scooter ship racing-car sport-utility-vehicle'.split(
      ' ',
    ),
}
