import type { ComponentProps, ReactNode } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  /** Behind an icon, which is its child. */
  text?: ReactNode
}

/** Sends no form unless its `type` says so; `className` is the kind of button (docs/css.md). */
export const Button = ({ className = '', text, children, ...button }: ButtonProps) => (
  <button type="button" className={`button ${className}`} {...button}>
    {children}
    {text}
  </button>
)

export const SmallButton = ({ className = '', ...button }: ButtonProps) => (
  <Button className={`small ${className}`} {...button} />
)
