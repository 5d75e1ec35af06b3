package org.bipj.launch.hosted.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.bipj.launch.hosted.SimulatedScenes;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sockets, channels and timers in virtual time do what the JDK's do: the same programs see the same. */
class SocketScenesTest {
    private static final SimOptions LAB = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    /** On a busy machine a pause of the real run may be too short for what it waits for. */
    private static final int TRIES = 10;

    static List<String> sockets() {
        return SocketScenes.names();
    }

    static List<String> channels() {
        return ChannelScenes.names();
    }

    static List<String> timers() {
        return TimerScenes.names();
    }

    static List<String> others() {
        return NetScenes.names();
    }

    private interface Scene {
        List<String> play(String name) throws Exception;
    }

    /** What a scene shows on one simulated host; the JDK's own shows the same. */
    private static String checked(Class<?> program, Scene real, String name) throws Exception {
        String simulated = text(SimulatedScenes.run(LAB, 1, program, name).getFirst());
        assertFalse(simulated.isEmpty());
        String shown = text(real.play(name));
        for (int i = 1; i < TRIES && !shown.equals(simulated); i++) {
            shown = text(real.play(name));
        }
        assertEquals(shown, simulated);
        return simulated;
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines);
    }

    private static String onTwoHosts(Class<?> program, String name, long seed) throws Exception {
        List<List<String>> lines = SimulatedScenes.run(LAB.withJitter(seed), 2, program, name);
        return text(SocketScenes.both(lines.getFirst(), lines.getLast()));
    }

    @ParameterizedTest
    @MethodSource("sockets")
    void socketsAreThoseOfTheJdkOnOneHostAndOnTwo(String scene) throws Exception {
        String shown = checked(SocketScenes.class, SocketScenes::onOneHost, scene);
        assertEquals(shown, onTwoHosts(SocketScenes.class, scene, 1));
    }

    @ParameterizedTest
    @MethodSource("channels")
    void channelsAndSelectorsAreThoseOfTheJdkOnOneHostAndOnTwo(String scene) throws Exception {
        String shown = checked(ChannelScenes.class, ChannelScenes::onOneHost, scene);
        assertEquals(shown, onTwoHosts(ChannelScenes.class, scene, 1));
    }

    @ParameterizedTest
    @MethodSource("timers")
    void timersAreThoseOfTheJdk(String scene) throws Exception {
        checked(TimerScenes.class, TimerScenes::onOneHost, scene);
    }

    @ParameterizedTest
    @MethodSource("others")
    void datagramsPipesAndWhatElseANetworkHasAreThoseOfTheJdk(String scene) throws Exception {
        checked(NetScenes.class, NetScenes::onOneHost, scene);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(classes = {SocketScenes.class, ChannelScenes.class, TimerScenes.class})
    void eachSeedShowsTheSame(Class<?> program) throws Exception {
        List<String> names =
                program == SocketScenes.class ? sockets() : program == ChannelScenes.class ? channels() : timers();
        for (String name : names) {
            String expected = text(SimulatedScenes.run(LAB, 1, program, name).getFirst());
            for (int seed = 1; seed <= 40; seed++) {
                String shown = text(SimulatedScenes.run(LAB.withJitter(seed), 1, program, name)
                        .getFirst());
                assertEquals(expected, shown, name + ", seed " + seed);
                if (program != TimerScenes.class) {
                    assertEquals(expected, onTwoHosts(program, name, seed), name + " on two hosts, seed " + seed);
                }
            }
        }
    }
}
