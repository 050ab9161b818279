import type X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'

interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  Icon: typeof X
  size?: number
}

export const IconButton = ({ label, Icon, size = 20, className = '', ...button }: IconButtonProps) => (
  <button type="button" className={`icon-button ${className}`} aria-label={label} {...button}>
    <Icon size={size} />
  </button>
)
