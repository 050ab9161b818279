import { auth } from '@vitrine/contract/auth'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/users'
import { LogOut, Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import { caller } from '../../call.ts'
import { DeskHeader } from '../../parts/desk-header.tsx'
import { uploadOf } from '../../parts/desk-of.ts'
import { Guarded } from '../../parts/guarded.tsx'
import { session } from '../../session.ts'
import { useSurroundings } from '../../surroundings.ts'
import { words } from './words.ts'

export function ContributorDeskPage() {
  return (
    <Guarded only="user" title={words.title}>
      {(user) => <Desk user={user} />}
    </Guarded>
  )
}

export function AdminDeskPage() {
  return (
    <Guarded only="admin" title={words.title}>
      {(user) => <Desk user={user} />}
    </Guarded>
  )
}

function Desk({ user }: { user: SignedInUser }) {
  const logout = useLogout()
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return (
    <>
      <DeskHeader user={user} />
      <main id="content" tabIndex={-1} className="wide py-10">
        <h1 className="display text-[clamp(2rem,4vw,3rem)]!">{words.hello(name || user.username)}</h1>
        <p className="mt-3 text-soft">{`${words.role[user.role]} · @${user.username} · ${user.email}`}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a className="button main" href={uploadOf(user)}>
            <Upload aria-hidden="true" size={18} />
            {words.upload}
          </a>
          <button type="button" className="button" onClick={logout}>
            <LogOut aria-hidden="true" size={18} />
            {words.logout}
          </button>
        </div>
      </main>
    </>
  )
}

/** Out at once in this browser, whether or not the server can be told; then home (spec section 4). */
function useLogout() {
  const { send } = useSurroundings()
  const navigate = useNavigate()
  return () => {
    const refresh = session.read()?.tokens.refresh_token
    session.clear()
    if (refresh) caller(send)(auth.logout, { body: { refresh } }).catch(() => {})
    void navigate(pages.home.href())
  }
}
