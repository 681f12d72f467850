# Completion of earnest for bash: source <(earnest completion bash)
_earnest() {
	local suggestions
	mapfile -t suggestions < <(earnest complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
	COMPREPLY=("${suggestions[@]}")
}
complete -o bashdefault -o default -F _earnest earnest
