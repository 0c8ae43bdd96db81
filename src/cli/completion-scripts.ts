const BASH = `# Completion of sonde for bash: eval "$(sonde completion bash)"
_sonde() {
  local current words line
  # Names may hold colons, at which bash parts words.
  current="\${COMP_WORDS[COMP_CWORD]}"
  words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=()
  # What others wrote is typed as text: a shell must not expand or run any of it.
  while IFS= read -r line; do
    case "$line" in
      *[!a-zA-Z0-9_./:@%+=,-]*) [[ "$current" == [\\"\\']* ]] || COMPREPLY+=("$(printf '%q' "$line")") ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <("\${COMP_WORDS[0]}" completion words -- "\${words[@]}" "\${current//[\\\\\\"\\']/}" 2>/dev/null | cut -f1)
}
complete -o default -F _sonde sonde
`

const ZSH = `#compdef sonde
# Completion of sonde for zsh: eval "$(sonde completion zsh)"
_sonde() {
  local -a found
  local line name note
  while IFS=$'\\t' read -r name note; do
    found+=("\${name//:/\\\\:}:\${note}")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe 'sonde' found -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' || _files
}
compdef _sonde sonde
`

const FISH = `# Completion of sonde for fish: sonde completion fish | source
function __sonde_words
    set -l done (commandline -opc)
    set -l last (commandline -ct)
    $done[1] completion words -- $done[2..-1] "$last" 2>/dev/null
end
complete -c sonde -f -a '(__sonde_words)'
`

/** The scripts that a shell completes lines with. */
export const COMPLETION_SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH }
