import { useAppContext } from '#api/app-context.ts'
import { messages } from './messages.ts'

/** Links to the site's configured profiles (requirements: #footer). The icons are our own SVG paths, 24 by 24. */
export function SocialLinks() {
  const { social } = useAppContext().site
  return (
    <ul className="-mx-3 flex gap-1">
      {networks
        .filter(({ name }) => social[name])
        .map(({ name, icon }) => (
          <li key={name}>
            <a
              href={social[name]}
              target="_blank"
              rel="noopener noreferrer"
              className="grid size-11 place-items-center rounded-full hover:text-ink"
            >
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path
                  d={icon}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.9"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
              <span className="sr-only">{messages.social[name]}</span>
            </a>
          </li>
        ))}
    </ul>
  )
}

const networks = [
  { name: 'x', icon: 'M4.5 4.5 19.5 19.5M19.5 4.5 4.5 19.5' },
  { name: 'facebook', icon: 'M15 7.5h-1a2.5 2.5 0 0 0-2.5 2.5v10.9M9 13h5.5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z' },
  {
    name: 'pinterest',
    icon: 'M10 20.5 13 8.5M8 13a4.7 4.7 0 1 1 4 2.6 2.6 2.6 0 0 1-1.6-.9M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  },
  {
    name: 'instagram',
    icon:
      'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5z' +
      'M15.6 12a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0zM17 7h.01',
  },
] as const
