package org.bipj.launch.mpirun.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.Level;
import org.bipj.launch.support.UsageException;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionParserTest {
    private static Options parse(String line) {
        return OptionParser.parse(List.of(line.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 3 java A", "-np 3 java A", "-c 3 java A", "--np 3 java A", "-n=3 java A"})
    void numberOfRanks(String line) {
        Options options = parse(line);
        assertEquals(3, options.ranks());
        assertEquals(List.of("java", "A"), options.programs.getFirst().command);
    }

    @Test
    void whatFollowsTheProgramIsTheProgramsOwn() {
        Options options = parse("-n 2 java -cp x Main -n 9 --timeout 1 --");
        assertEquals(2, options.ranks());
        assertEquals(0, options.timeoutMillis());
        assertEquals(
                List.of("java", "-cp", "x", "Main", "-n", "9", "--timeout", "1", "--"),
                options.programs.getFirst().command);
    }

    @Test
    void twoDashesEndTheOptions() {
        assertEquals(List.of("-odd"), parse("-n 1 -- -odd").programs.getFirst().command);
    }

    @Test
    void allOptions() {
        Options options = parse("--mode thread -x A=1 -x B=2=3 -x C --tag-output --output-filename d --timeout 1.5"
                + " --deadlock report --bind-to core --profile --oversubscribe --allow-run-as-root java A");
        assertEquals(Options.Mode.THREAD, options.mode());
        assertEquals(Map.of("A", "1", "B", "2=3"), options.programs.getFirst().environment);
        assertTrue(options.tagOutput());
        assertTrue(options.profile());
        assertEquals("d", options.outputDirectory());
        assertTrue(options.showOutput());
        assertEquals(1500, options.timeoutMillis());
        assertEquals(Level.CORE, options.binding.unit());
        assertEquals(DeadlockPlan.Action.REPORT, options.deadlock().action());
        assertEquals(Cores.OF_PROCESS.cores().size(), options.ranks());
    }

    @Test
    void checksOfTypesAreAVariableOfTheRanks() {
        Map<String, String> on = Map.of("BIPJ_CHECK_TYPES", "on");
        assertEquals(on, parse("--check-types java A").programs.getFirst().environment);
        assertEquals(on, parse("--mode sim -check-types java A").programs.getFirst().environment);
    }

    @Test
    void optionsOfTheSimulation() {
        Options options =
                parse("--mode sim --platform das64 --seed -7 --faults f --trace t.json --set a=1 --set=b=2 java A");
        assertEquals(new SimOptions("das64", -7, "f", "t.json", List.of("a=1", "b=2")), options.simOptions());
        assertEquals(SimOptions.of("lab"), parse("--mode sim java A").simOptions());
        assertEquals(
                SimOptions.of("lab").withJitter(3),
                parse("--mode sim --jitter --seed 3 java A").simOptions());
        assertNull(parse("java A").simOptions());
    }

    @Test
    void ranksAreBoundOnRequestOnly() {
        assertFalse(parse("java A").binding.binds());
    }

    @Test
    void aDeadlockEndsTheJobAfterFiveSecondsUnlessToldOtherwise() {
        assertEquals(
                new DeadlockPlan(DeadlockPlan.Action.ABORT, 5000),
                parse("java A").deadlock());
        assertEquals(
                DeadlockPlan.Action.OFF,
                parse("--deadlock=off java A").deadlock().action());
    }

    @Test
    void outputFilesWithoutACopy() {
        Options options = parse("-output-filename d:nocopy java A");
        assertEquals("d", options.outputDirectory());
        assertFalse(options.showOutput());
    }

    @ParameterizedTest
    @CsvSource({
        "--bind-to core:overload-allowed, CORE",
        "--bind-to hwthread, HWTHREAD",
        "--bind-to none, NONE",
        "--bind-to socket, SOCKET",
        "--bind-to package, SOCKET",
        "--bind-to numa, NUMA",
        "--bind-to l3cache, L3CACHE",
        "--bind-to CORE, CORE",
        "-bind-to-socket, SOCKET",
        "-binding=numa, NUMA",
        "-binding rr, CORE",
        "--map-by slot:PE=2, CORE"
    })
    void bindings(String option, Level expected) {
        assertEquals(expected, parse(option + " java A").binding.unit());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 0 java A | -n 0: expected a number of ranks from 1 to 4096",
                "-n two java A | -n two: expected a number of ranks from 1 to 4096",
                "-n ٢ java A | -n ٢: expected a number of ranks from 1 to 4096",
                "-n +2 java A | -n +2: expected a number of ranks from 1 to 4096",
                "-n 99999999999 java A | -n 99999999999: expected a number of ranks from 1 to 4096",
                "--timeout ٢ java A | --timeout ٢: expected a positive number of seconds",
                "--mode sim --seed ٢ java A | --seed ٢: expected a whole number",
                "-n 4 -N 2 java A | -n 4 with -N 2: ranks run on one host, which -N allows 2 of them",
                "--map-by moon java A | --map-by moon: expected slot, core, hwthread, node, socket, numa or ppr:N:node",
                "--map-by ppr:2:moon java A"
                        + " | --map-by ppr:2:moon: expected ppr:N:node, ppr:N:core, ppr:N:socket or ppr:N:numa",
                "--wdir /no/such java A | --wdir /no/such: no such directory",
                "--host -oProxyCommand=x java A | --host: \"-oProxyCommand=x\" is not a host name; expected letters, digits"
                        + " and . _ : % - after a user name and @, if one is needed",
                "--host a;reboot java A | --host: \"a;reboot\" is not a host name; expected letters, digits"
                        + " and . _ : % - after a user name and @, if one is needed",
                "--host $(id) java A | --host: \"$(id)\" is not a host name; expected letters, digits"
                        + " and . _ : % - after a user name and @, if one is needed",
                "--host me@-oProxyCommand=x java A | --host: \"me@-oProxyCommand=x\" is not a host name; expected letters,"
                        + " digits and . _ : % - after a user name and @, if one is needed",
                "--net-ports 42000 java A | --net-ports 42000: it is no range; expected FROM-TO, two ports from 1 to 65535,"
                        + " such as 42000-42099",
                "--net-ports=9-8 java A | --net-ports=9-8: it ends before it begins; expected FROM-TO, two ports from 1 to"
                        + " 65535, such as 42000-42099",
                "--host a:3,b --net-ports 42000-42001 java A | --net-ports 42000-42001: it has 2 ports, and host a has 3"
                        + " ranks; expected a port for each rank of a host",
                "--host a:0 java A | --host: slots 0: expected a number of ranks from 1 to 4096",
                "--net ib java A | --net ib: expected tcp, ucx or auto",
                "--net-trusted 10.0.0.0/33 java A | --net-trusted 10.0.0.0/33: expected subnets such as 10.77.0.0/16, with"
                        + " commas between",
                "--net-timeout 0 java A | --net-timeout 0: expected a number of seconds from 1 to 1000000",
                "--hostfile /no/such java A | --hostfile /no/such: cannot read it: there is no such file",
                "--mca btl | --mca needs a value",
                "-n 1 java A : | no program between two \":\", before the first or after the last one",
                "-n 1 java A : java B x"
                        + " | several programs: each needs its number of ranks (-n); java B x has none",
                "-n 4000 java A : -n 97 java B | 4097 ranks in all: expected at most 4096",
                "-n | -n needs a value",
                "-n 2 | no program given; expected: mpirun [OPTIONS] java ... Main [ARGS...]",
                "--frobnicate java A | unknown option --frobnicate",
                "--tag-output=yes java A | --tag-output takes no value",
                "--timeout 0 java A | --timeout 0: expected a positive number of seconds",
                "--timeout soon java A | --timeout soon: expected a positive number of seconds",
                "--with-ft=on java A | --with-ft=on: expected ulfm, mpi, no or nothing",
                "--with-ft --record d java A | --record with --with-ft: when the others notice a death is not recorded;"
                        + " expected one of them",
                "--replay d --with-ft=mpi java A | --replay with --with-ft: when the others notice a death is not recorded;"
                        + " expected one of them",
                "--deadlock on java A | --deadlock on: expected abort, report or off",
                "--mode cloud java A | --mode cloud: expected process, thread or sim",
                "--mode sim --seed x java A | --seed x: expected a whole number",
                "--mode sim --trace= java A | --trace \"\": expected the name of a file",
                "--seed 1 java A | --seed needs --mode sim",
                "--trace t.json java A | --trace needs --mode sim; --timeline records the calls in every mode",
                "-x =1 java A | -x =1: expected NAME or NAME=VALUE",
                "--bind-to moon java A | --bind-to moon: expected core, hwthread, l1cache, l2cache, l3cache, socket, numa,"
                        + " board or none",
                "--bind-to cpu-list:ordered java A | --bind-to cpu-list:ordered: needs --cpu-list",
                "--bind-to user:0+x java A | --bind-to user:0+x: expected processors such as 0-3,8",
                "--cpu-set all java A | --cpu-set all: expected processors such as 0-3,8",
                "--stdin one java A | --stdin one: expected the number of a rank, all or none",
                "-n 2 --stdin 2 java A | --stdin 2: expected a rank from 0 to 1, all or none",
                "--mode thread --stdin all java A | --stdin all: expected ranks that are processes of this host",
                "--nolocal java A | --nolocal: expected other hosts than this one (--host, --hostfile)",
                "-n 9 --host localhost:2 --nooversubscribe java A"
                        + " | --nooversubscribe: 9 ranks, and this host has 2 slots",
                "--rankfile /no/such java A | --rankfile /no/such: cannot read it: there is no such file",
                "--app /no/such | --app /no/such: cannot read it: there is no such file"
            })
    void wrongCommandLines(String line, String message) {
        assertEquals(
                message, assertThrows(UsageException.class, () -> parse(line)).getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "--with-ft java A, true, java",
        "--with-ft ulfm java A, true, java",
        "--with-ft=mpi java A, true, java",
        "--with-ft no java A, false, java",
        "--with-ft=no java A, false, java",
        "--with-ft yes java A, true, yes",
        "java A --with-ft, false, java",
    })
    void aWordThatIsNoKindOfFaultToleranceIsTheProgram(String line, boolean survives, String program) {
        Options options = parse(line);
        assertEquals(survives, options.survivesDeaths());
        assertEquals(program, options.programs.getFirst().command().getFirst());
    }

    @Test
    void aLoneColonSeparatesPrograms() {
        Options options = parse("-n 1 java A : -n 2 x : -n 3 java B");
        assertEquals(List.of("x"), options.programs.get(1).command);
        assertEquals(6, options.ranks());
    }

    @Test
    void severalPrograms() {
        Options options = parse("--tag-output -n 1 -x A=1 java A x:y : -n 3 --timeout 2 -x A=2 java B :: z");
        assertEquals(4, options.ranks());
        ProgramOptions first = options.programs.get(0);
        ProgramOptions second = options.programs.get(1);
        assertEquals(List.of("java", "A", "x:y"), first.command);
        assertEquals(List.of("java", "B", "::", "z"), second.command);
        assertEquals(List.of(1, 3), List.of(first.ranks, second.ranks));
        assertEquals(List.of(Map.of("A", "1"), Map.of("A", "2")), List.of(first.environment, second.environment));
        assertTrue(options.tagOutput());
        assertEquals(2000, options.timeoutMillis());
    }

    @ParameterizedTest
    @CsvSource({
        "-N 3, 3",
        "--npernode 3, 3",
        "--pernode, 1",
        "--map-by ppr:3:node, 3",
        "--map-by ppr:3:node:pe=2, 3",
        "--host localhost:3, 3",
        "'-H localhost,127.0.0.1:2', 3",
        "-n 2 --host localhost:3, 2",
        "-n 2 -N 3, 2"
    })
    void numbersOfRanksOtherwise(String line, int ranks) {
        assertEquals(ranks, parse(line + " java A").ranks());
    }

    @Test
    void aFileOfHosts(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("hosts");
        Files.writeString(file, "# all here\n\nlocalhost slots=2 max_slots=4\n" + ThisHost.NAME + " slots=3 # too\n");
        assertEquals(5, parse("--hostfile " + file + " java A").ranks());
        Files.writeString(file, "localhost\n");
        assertEquals(
                Cores.OF_PROCESS.cores().size(),
                parse("-machinefile " + file + " java A").ranks());
        assertNull(parse("-machinefile " + file + " java A").hosts());
    }

    @Test
    void optionsOfOpenMpiWithoutEffect() {
        Options options = parse("--mca btl self,vader -n 2 --map-by core:PE=1 --map-by :OVERSUBSCRIBE --rank-by slot"
                + " --map-by socket --rank-by=numa --prtemca a b java A --mca c d");
        assertEquals(
                "--mca btl self,vader, --prtemca a b (a setting of Open MPI's components);"
                        + " --rank-by=numa (not supported: ranks take the slots in turn);"
                        + " --map-by socket (ranks are not bound: --bind-to core)",
                options.ignored());
        assertEquals(List.of("java", "A", "--mca", "c", "d"), options.programs.getFirst().command);
        assertEquals("", parse("--map-by core --rank-by slot java A").ignored());
        String network = "--net tcp --net-trusted=10.0.0.0/8 ";
        String hosts = "--net-timeout 9 --launch-agent agent ";
        assertEquals(
                "--net-timeout 9, --launch-agent agent, --net tcp, --net-trusted=10.0.0.0/8 (the job has one host)",
                parse(network + hosts + "-n 2 java A").ignored());
        assertEquals(
                "--net tcp, --net-trusted=10.0.0.0/8 (the job has one host)",
                parse(network + hosts + "--host a java A").ignored());
        assertEquals("", parse(network + hosts + "--host a,b java A").ignored());
    }

    /** Every option of Open MPI 4.1's manual page that has no meaning here, and some of 5 and of MPICH. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--output-proctable",
                "--dvm u",
                "--max-vm-size 2",
                "--novm",
                "--hnp u",
                "--cartofile f",
                "-cf f",
                "--xml",
                "--xml-file f",
                "--xterm 0",
                "--prefix /opt",
                "--noprefix",
                "-s",
                "--preload-binary",
                "--preload-files f",
                "--set-cwd-to-session-dir",
                "--am f",
                "--tune f",
                "--debug",
                "--debugger gdb",
                "--tv",
                "--get-stack-traces",
                "--continuous",
                "--disable-recovery",
                "--do-not-resolve",
                "--enable-recovery",
                "--index-argv-by-rank",
                "--leave-session-attached",
                "--max-restarts 1",
                "--ompi-server u",
                "--personality p",
                "--report-child-jobs-separately",
                "--report-events u",
                "--report-uri -",
                "--show-progress",
                "--terminate",
                "--display-topo",
                "--report-state-on-timeout",
                "-d",
                "--debug-daemons",
                "--debug-daemons-file",
                "--fwd-mpirun-port",
                "--use-regexp",
                "--stream-buffering 0",
                "--forward-signals HUP",
                "--set-sid",
                "--output xml",
                "-launcher ssh",
                "-rmk slurm",
                "-iface eth0",
                "-membind none",
                "-print-all-exitcodes",
                "-genvall"
            })
    void whatOtherLaunchersHaveIsNamedWithAReason(String option) {
        Options options = parse("-n 1 " + option + " java A");
        assertEquals(List.of("java", "A"), options.programs.getFirst().command);
        assertTrue(options.ignored().startsWith(option + " ("), options.ignored());
    }

    @Test
    void processSetsReachAllRanks() {
        Options options = parse("-n 2 --pset ocean java A : -n 1 java B : -n 3 --pset ice --pset ocean java C");
        for (ProgramOptions each : options.programs) {
            assertEquals("ocean=0-1,3-5;ice=3-5", each.environment().get(JobVariables.PSETS));
        }
        assertNull(parse("-n 2 java A").programs.getFirst().environment().get(JobVariables.PSETS));
        for (String name : List.of("a=b", "a;b", "a,b", "mpi://WORLD", "mpix://SHARED_MEM", "MPI://WORLD")) {
            String refused = assertThrows(UsageException.class, () -> parse("-n 1 --pset " + name + " java A"))
                    .getMessage();
            assertTrue(refused.startsWith("--pset " + name + ": expected a name"), refused);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--bycore",
                "--byslot",
                "--bynode",
                "--bind-to-core",
                "--bind-to-socket",
                "--nooversubscribe",
                "--use-hwthread-cpus",
                "--cpus-per-proc 1",
                "--cpus-per-rank 1",
                "--cpu-set 0",
                "--cpu-list 0",
                "--display-allocation",
                "--display-devel-map",
                "--report-pid -",
                "--do-not-launch",
                "--path /opt",
                "--stdin none",
                "--timestamp-output",
                "--npersocket 1",
                "--ppr 1:node",
                "--output tag,timestamp",
                "--display map,bind,allocation",
                "-ppn 1",
                "-genv A 1",
                "-env A 1",
                "-prepend-rank",
                "-l",
                "-hosts localhost",
                "--map-by ppr:1:socket"
            })
    void whatOtherLaunchersHaveWorks(String option) {
        Options options = parse("-n 1 " + option + " java A");
        assertEquals(List.of("java", "A"), options.programs.getFirst().command);
        assertEquals("", options.ignored());
    }

    @Test
    void aFileOfPrograms(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("app"), "# two\n-n 1 -x A=1 java A\n\n -n 2 java B x\n");
        Options options = parse("-genv C 3 --tag-output --app " + file);
        assertEquals(3, options.ranks());
        assertEquals(List.of("java", "B", "x"), options.programs.get(1).command);
        assertEquals(Map.of("A", "1", "C", "3"), options.programs.getFirst().environment);
        Files.writeString(file, "--app " + file + "\n");
        assertEquals(
                "--app " + file + ": expected lines with options and a program",
                assertThrows(UsageException.class, () -> parse("--app " + file)).getMessage());
    }

    @Test
    void programsThatTheScriptKnows() {
        Options first = parse("--bipj-program 2 java A -n 3 --help -n 9");
        assertEquals(3, first.ranks());
        assertEquals(List.of("java", "A", "--help", "-n", "9"), first.programs.getFirst().command);
        assertFalse(first.help());
        Options mixed = parse("-n 2 --bipj-program 2 java A --bipj-mixed x -n 3 --csv --mode thread --sizes 8");
        assertEquals(3, mixed.ranks());
        assertEquals(Options.Mode.THREAD, mixed.mode());
        assertEquals(List.of("java", "A", "x", "--csv", "--sizes", "8"), mixed.programs.getFirst().command);
    }

    /** What mpirun gets anew must not take what a benchmark had before. */
    @Test
    void optionsOfBenchmarksAreTheirs() throws IOException {
        Path benchmarks = Path.of("").toAbsolutePath().resolveSibling("evidence/benchmarks/src/main/java");
        Pattern options = Pattern.compile("\"(--[a-z-]+)\"");
        Set<String> all = new TreeSet<>();
        try (Stream<Path> files = Files.find(benchmarks, 20, (file, is) -> is.isRegularFile())) {
            for (Path file : files.toList()) {
                options.matcher(Files.readString(file)).results().forEach(found -> all.add(found.group(1)));
            }
        }
        assertTrue(all.containsAll(List.of("--buffers", "--sizes", "--touch")), all::toString);
        for (String option : all) {
            Options mixed = parse("-n 2 --bipj-program 2 java A --bipj-mixed " + option + " value");
            assertEquals(List.of("java", "A", option, "value"), mixed.programs.getFirst().command);
        }
    }

    @Test
    void helpNeedsNoProgram() {
        assertTrue(parse("--help").help());
        assertTrue(parse("--version").version());
    }
}
