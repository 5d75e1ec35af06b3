@echo off
rem Starts the ranks of a job on Windows, as threads or in virtual time: mpirun -n 4 --mode thread java -cp CLASSPATH Main.
setlocal
set "BIPJ_JAVA=java"
if defined JAVA_HOME set "BIPJ_JAVA=%JAVA_HOME%\bin\java"
if defined JAVA25_HOME set "BIPJ_JAVA=%JAVA25_HOME%\bin\java"
"%BIPJ_JAVA%" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m --enable-native-access=ALL-UNNAMED "-Dbipj.command=mpirun" -cp "%~dp0..\lib\*;%~dp0..\libexec\launcher\*" org.bipj.launch.Main %*
exit /b %errorlevel%
