@echo off
rem The commands of bipj that need no shell, on Windows: sample, javac, explore, platform, reproduce, view.
setlocal enabledelayedexpansion
set "BIPJ_JAVA=java"
if defined JAVA_HOME set "BIPJ_JAVA=%JAVA_HOME%\bin\java"
if defined JAVA25_HOME set "BIPJ_JAVA=%JAVA25_HOME%\bin\java"
set "BIPJ_LIB=%~dp0..\lib\*"
set "BIPJ_PARTS=%~dp0..\libexec"
set BIPJ_START="%BIPJ_JAVA%" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED

rem What stands behind the command. Words by number would end at each equals sign.
set "BIPJ_BEHIND="
if not "%~1"=="" set "BIPJ_BEHIND=%*"
if not "%~1"=="" set "BIPJ_BEHIND=!BIPJ_BEHIND:*%1=!"

if "%~1"=="javac" "%BIPJ_JAVA%c" -cp "%BIPJ_LIB%;%BIPJ_PARTS%\compile\*;." !BIPJ_BEHIND! & exit /b !errorlevel!
if "%~1"=="explore" "%~dp0mpirun.cmd" --mode sim --explore !BIPJ_BEHIND!
if "%~1"=="platform" %BIPJ_START% -cp "%BIPJ_LIB%" org.bipj.sim.platform.PlatformCommand !BIPJ_BEHIND! & exit /b !errorlevel!
if "%~1"=="reproduce" %BIPJ_START% -cp "%BIPJ_LIB%;%BIPJ_PARTS%\samples\*;%BIPJ_PARTS%\reproduce\*" org.bipj.reproduce.Reproduce !BIPJ_BEHIND! & exit /b !errorlevel!
if "%~1"=="view" %BIPJ_START% -cp "%BIPJ_LIB%;%BIPJ_PARTS%\launcher\*" org.bipj.launch.seeing.view.ViewCommand !BIPJ_BEHIND! & exit /b !errorlevel!
if not "%~1"=="sample" echo bipj: expected sample, javac, explore, platform, reproduce or view 1>&2 & exit /b 2
if "%~2"=="" %BIPJ_START% -cp "%BIPJ_LIB%;%BIPJ_PARTS%\samples\*" org.bipj.samples.Samples & exit /b !errorlevel!

rem A sample is a line with options of the JVM and the main class, and perhaps one with options of mpirun.
set "BIPJ_BEHIND=!BIPJ_BEHIND:*%2=!"
set "BIPJ_LINE="
set "BIPJ_OPTIONS="
for /f "delims=" %%L in ('call %BIPJ_START% -cp "%BIPJ_LIB%;%BIPJ_PARTS%\samples\*" org.bipj.samples.Samples %2') do (
  if defined BIPJ_LINE (set "BIPJ_OPTIONS=%%L") else set "BIPJ_LINE=%%L"
)
if not defined BIPJ_LINE exit /b 2
set BIPJ_COUNT=3
for %%W in (%BIPJ_LINE%) do set /a BIPJ_COUNT+=1
"%~dp0mpirun.cmd" %BIPJ_OPTIONS% --bipj-program %BIPJ_COUNT% java -cp "%BIPJ_PARTS%\samples\*" %BIPJ_LINE% !BIPJ_BEHIND!
