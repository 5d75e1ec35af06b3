package org.bipj.launch.onejvm.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.hosted.loader.ProgramSettings;
import org.bipj.launch.support.LaunchException;
import org.junit.jupiter.api.Test;

class HostedCommandTest {
    private static final HostedProgram ASKING = new HostedProgram(
                    new Application(0, 1, "java"), "classes", "", "Main", List.of())
            .with(new ProgramSettings(Map.of("a", "1", "b", "1"), Set.of("java.x"), Map.of("A", "1"), Set.of("B")));

    private final List<String> notices = new ArrayList<>();

    private ProgramSettings settings(String command, List<String> arguments, Map<String, String> info) {
        SpawnRequest request = new SpawnRequest(List.of(new SpawnRequest.Program(command, arguments, 1, info)), null);
        return HostedCommand.of(request, ASKING, notices::add).getFirst().settings();
    }

    @Test
    void aClassHasTheSettingsOfTheProgramThatAsks() {
        assertEquals(ASKING.settings(), settings("Other", List.of("-Db=2"), Map.of()));
    }

    @Test
    void aJavaCommandHasItsOwnProperties() {
        ProgramSettings own = settings("java", List.of("-Db=2", "-Dc", "Other", "-Dd=1"), Map.of());
        assertEquals(Map.of("b", "2", "c", ""), own.properties());
        assertEquals(Set.of("a"), own.otherProperties());
        assertEquals(Map.of("A", "1"), own.variables());
        assertEquals(List.of(), notices);
    }

    @Test
    void theHintEnvSetsVariables() {
        ProgramSettings own = settings("Other", List.of(), Map.of("env", "A=2\nB=3"));
        assertEquals(Map.of("A", "2", "B", "3"), own.variables());
        assertEquals(Set.of(), own.otherVariables());
    }

    @Test
    void whatAJvmCannotTakeAnyMoreIsSaid() {
        settings("java", List.of("-Xmx1g", "--add-modules", "x", "Other"), Map.of());
        assertEquals(
                List.of(
                        "mpirun: processes that ranks ask for share the JVM, which runs already: it does not take -Xmx1g, --add-modules x"),
                notices);
        assertEquals(
                "the info key wdir: processes that share a JVM have one directory",
                assertThrows(LaunchException.class, () -> settings("Other", List.of(), Map.of("wdir", "x")))
                        .getMessage());
    }
}
