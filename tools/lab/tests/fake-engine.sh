#!/bin/sh
# A UCI engine that knows one game: after 1. f3 e5 White plays g4 and Black mates. The argument is how it goes wrong.
position=
while read -r line; do
  case $line in
    uci) printf 'id name Fake\nuciok\n' ;;
    isready) echo readyok ;;
    position*) position=$line ;;
    go*)
      case $1 in
        crash) exit 3 ;;
        silent) continue ;;
        illegal) echo 'bestmove e1e8'; continue ;;
        slow) echo 'info depth 3 score cp 10 time 25501 pv g2g4' ;;
        exact) echo 'info depth 3 score cp 10 time 25500 pv g2g4' ;;
        *) echo 'info depth 3 score cp 10 nodes 200 time 1234 pv g2g4' ;;
      esac
      case $position in
        *e7e5) echo 'bestmove g2g4' ;;
        *g2g4) echo 'bestmove d8h4' ;;
        *) echo 'bestmove 0000' ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
