import '#styles/back-office.css'
import { type BackOfficePageName, backOfficeHref } from '@vitrine/contract/pages'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import Menu from 'lucide-react/icons/menu'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { UserContext, useUser } from '#api/back-office.ts'
import { messages as shellMessages } from '#shells/messages.ts'
import { ThemeSwitch } from '#shells/theme-switch.tsx'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { IconButton } from '#ui/back-office/icon-button.tsx'
import { LoadingState } from '#ui/back-office/load-state.tsx'
import { lazyPage } from '#ui/lazy-page.tsx'
import { AuthGuard } from './auth-guard.tsx'
import { BackOfficeNav } from './back-office-nav.tsx'
import { Bell } from './bell.tsx'
import { useFileDrop } from './dropped-files.ts'
import { useIsDisconnected, useLiveImages } from './live-images.ts'
import { loadPage, useIdlePreload } from './load-page.tsx'
import { backOfficePageTable } from './pages.ts'

/** Wait for a page's chunk in ms; then the layout is shown without the page. */
const maxWaitMs = 400

/** A page of the table in its layout. Pages are the same for both roles; the contract's access rules differ. */
export async function loadBackOfficePage(role: Role, name: BackOfficePageName): Promise<ComponentType> {
  const { title, load } = backOfficePageTable[name]
  const { page: Page, preload } = lazyPage(() => loadPage(load), { loading: <LoadingState />, ErrorFrame })
  const settled = preload().catch(() => {}) // repeated by the page, inside the layout
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
  return () => <BackOfficeLayout role={role} title={title} Page={Page} />
}

const ErrorFrame = ({ children }: { children: ReactNode }) => (
  <div className="panel grid min-h-60 place-items-center p-6">{children}</div>
)

interface BackOfficeLayoutProps {
  role: Role
  title: string
  Page: ComponentType<{ title: string }>
}

/** Back-office layout: sidebar (15 % on large screens), top bar, footer (requirements: #back-office-layout). */
function BackOfficeLayout({ role, title, Page }: BackOfficeLayoutProps) {
  useIdlePreload(role)
  return (
    <AuthGuard role={role} title={title}>
      {(user) => (
        <UserContext value={user}>
          <div className="back-office">
            <a href="#content" className="button main absolute top-2 left-2 z-1 not-focus:sr-only">
              {shellMessages.skip}
            </a>
            <aside className="back-office-sidebar">
              <BackOfficeNav />
            </aside>
            <div className="flex min-w-0 flex-col">
              <TopBar />
              <ConnectionNotice />
              <main id="content" tabIndex={-1} className="back-office-content">
                <Page title={title} />
              </main>
              <Footer />
            </div>
          </div>
        </UserContext>
      )}
    </AuthGuard>
  )
}

function TopBar() {
  const user = useUser()
  useFileDrop()
  return (
    <header className="back-office-bar">
      <Drawer>
        <BackOfficeNav />
      </Drawer>
      <div className="ml-auto flex items-center gap-2.5">
        <a className="button main small" href={backOfficeHref(user, 'upload')}>
          <Upload size={17} />
          Upload
        </a>
        <Bell />
        <ThemeSwitch />
        <a
          href={backOfficeHref(user, 'profile')}
          className="rounded-full"
          aria-label={`Your profile, ${user.username}`}
        >
          <Avatar user={user} />
        </a>
      </div>
    </header>
  )
}

/** The sidebar on small screens, opened by a button. The browser traps the focus and closes it with Escape. */
function Drawer({ children }: { children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when another page is shown
  useEffect(() => drawer.current?.close(), [pathname])

  return (
    <>
      <IconButton
        className="lg:hidden"
        label="Open menu"
        Icon={Menu}
        size={22}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; Escape does so by itself */}
      <dialog
        ref={drawer}
        className="h-dvh max-h-none w-[min(300px,86vw)] border-line border-r bg-paper text-ink"
        aria-label="Menu"
        onClick={({ target, currentTarget }) => {
          // A link closes it at once: Back may follow before the next page is shown.
          if (target === currentTarget || (target as Element).closest('a')) currentTarget.close()
        }}
      >
        <div className="relative min-h-full p-3">
          <IconButton
            className="absolute top-4 right-3"
            label="Close menu"
            Icon={X}
            onClick={() => drawer.current?.close()}
          />
          {children}
        </div>
      </dialog>
    </>
  )
}

function Footer() {
  const { site } = useAppContext()
  return <footer className="px-6 py-5 text-soft text-sm max-sm:px-4">{shellMessages.copyright(site.name)}</footer>
}

const notice = 'connection-notice sticky z-2 bg-ink px-6 py-1.5 text-center text-paper text-sm'

/** Keeps the numbers and lists of the page live, and says when that is impossible. */
function ConnectionNotice() {
  useLiveImages()
  const isDisconnected = useIsDisconnected()
  return (
    <p role="status" className={`${notice} empty:absolute empty:p-0`}>
      {isDisconnected && 'No connection. You see what was loaded last.'}
    </p>
  )
}
