/** Texts of the about page (requirements: #about-page). */
export const messages = {
  title: 'About us',
  description: (site: string) =>
    `Who is behind ${site}, a free, royalty-free library of transparent PNG images for ` +
    'designers, developers and content creators.',
  lead: 'A free, royalty-free library of transparent PNG images for designers, developers and content creators.',
  sections: [
    {
      heading: 'Who We Are',
      text: [
        'We collect pictures that are ready to be used: cut out, on nothing, in the size they were made in. ' +
          'People who draw and photograph give them; people who design, build and write take them.',
        'Every picture is looked at by a person before it appears here. The person who uploads it promises that ' +
          'it may be given away.',
      ],
    },
    {
      heading: 'Our Mission',
      text: [
        'Free PNG files have a bad name: checkerboards painted into the picture, buttons that are ' +
          'advertisements, sign-ins before the download, and a few hundred pixels at the end of it.',
        'Ours is the honest library. We measure the transparency of every file, pixel by pixel, and say what we ' +
          'found. One click gives you exactly the bytes that were uploaded. There is nothing to sign in to, ' +
          'nothing to wait for, and no one follows you.',
      ],
    },
    {
      heading: 'Our Vision',
      text: [
        'A place where anyone who makes something finds the picture that it lacks within a minute, in a quality ' +
          'that needs no apology, and may use it without a second thought.',
        'The library is open to programs as well: all that this site can do, its API can do, and for searching ' +
          'and downloading it asks for no key.',
      ],
    },
  ],
} as const
