package org.bipj.launch.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sockets in virtual time do what the JDK's do: the same programs see the same. */
class SocketScenesTest {
    static List<String> scenes() {
        return SocketScenes.names();
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void aSceneIsTheSameOnTheJdksSocketsOnOneHostAndOnTwo(String scene) throws Exception {
        List<String> real = SocketScenes.onOneHost(scene);
        assertFalse(real.isEmpty());
        List<String> oneHost = SimulatedScenes.run(SimOptions.of("lab"), 1, SocketScenes.class, scene)
                .getFirst();
        assertEquals(String.join("\n", real), String.join("\n", oneHost));
        List<List<String>> twoHosts = SimulatedScenes.run(SimOptions.of("lab"), 2, SocketScenes.class, scene);
        assertEquals(
                String.join("\n", real), String.join("\n", SocketScenes.both(twoHosts.getFirst(), twoHosts.getLast())));
    }

    static List<String> channels() {
        return ChannelScenes.names();
    }

    @ParameterizedTest
    @MethodSource("channels")
    void channelsAndSelectorsAreThoseOfTheJdk(String scene) throws Exception {
        List<String> real = ChannelScenes.onOneHost(scene);
        assertFalse(real.isEmpty());
        List<String> oneHost = SimulatedScenes.run(SimOptions.of("lab"), 1, ChannelScenes.class, scene)
                .getFirst();
        assertEquals(String.join("\n", real), String.join("\n", oneHost));
        List<List<String>> twoHosts = SimulatedScenes.run(SimOptions.of("lab"), 2, ChannelScenes.class, scene);
        assertEquals(
                String.join("\n", real), String.join("\n", SocketScenes.both(twoHosts.getFirst(), twoHosts.getLast())));
    }

    static List<String> timers() {
        return TimerScenes.names();
    }

    @ParameterizedTest
    @MethodSource("timers")
    void timersAreThoseOfTheJdk(String scene) throws Exception {
        List<String> real = TimerScenes.onOneHost(scene);
        assertFalse(real.isEmpty());
        List<String> simulated = SimulatedScenes.run(SimOptions.of("lab"), 1, TimerScenes.class, scene)
                .getFirst();
        assertEquals(String.join("\n", real), String.join("\n", simulated));
    }
}
