#compdef earnest
# Completion of earnest for zsh: source <(earnest completion zsh), after compinit.
_earnest() {
	local line
	local -a suggestions
	for line in "${(@f)$(earnest complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		[[ -n $line ]] && suggestions+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
	done
	if (( $#suggestions )); then
		_describe earnest suggestions
	else
		_files
	fi
}
compdef _earnest earnest
