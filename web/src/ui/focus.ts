/** Whether a field that appears may take the focus: not while another one has it, because its reader may be typing there. */
export const mayTakeFocus = (): boolean => !document.activeElement?.matches('input, textarea, select');
