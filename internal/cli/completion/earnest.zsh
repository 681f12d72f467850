#compdef earnest
# Completion of earnest for zsh: source <(earnest completion zsh) after compinit, or save it as _earnest in a folder of $fpath.
_earnest() {
	local line tab=$'\t'
	local -a suggestions
	for line in ${(f)"$(earnest complete "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
		suggestions+=("${${line%%${tab}*}//:/\\:}:${line#*${tab}}")
	done
	if (( $#suggestions )); then
		_describe earnest suggestions
	else
		_files
	fi
}
if [[ $funcstack[1] == _earnest ]]; then
	_earnest "$@"
else
	compdef _earnest earnest
fi
