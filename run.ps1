# Start Tuppence on Windows: in Discord with DISCORD_TOKEN (environment or .env), without it in a
# browser. It does what ./run does; we have not tried it, having no Windows.
$ErrorActionPreference = 'Stop'
Set-Location $PSScriptRoot
$env:PYTHONUTF8 = '1'
$python = & .ci\python.ps1 requirements.txt
if (-not $python) { exit $LASTEXITCODE }
& $python bot.py @args
exit $LASTEXITCODE
