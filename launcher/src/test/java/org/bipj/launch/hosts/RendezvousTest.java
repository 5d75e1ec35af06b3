package org.bipj.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Unpacker;
import org.junit.jupiter.api.Test;

class RendezvousTest {
    private final List<String> sent = new ArrayList<>();
    private final Rendezvous rendezvous = new Rendezvous(frame -> {
        Unpacker from = frame.fields();
        long rank = from.number();
        String text = frame.kind() == FrameKind.ADDRESS ? " " + from.text() : "";
        sent.add(frame.kind() + " to " + frame.hostIndex() + ": " + rank + text);
    });

    @Test
    void addressesGoToWhoHasAsked() {
        rendezvous.put(1, "10.0.0.1:7");
        assertEquals(List.of(), sent);
        rendezvous.get(4, 1);
        assertEquals(List.of("ADDRESS to 4: 1 10.0.0.1:7"), sent);
        sent.clear();
        rendezvous.get(4, 2);
        rendezvous.get(3, 2);
        assertEquals(List.of(), sent, "it is not known yet");
        rendezvous.put(2, "[::1]:8");
        assertEquals(List.of("ADDRESS to 3: 2 [::1]:8", "ADDRESS to 4: 2 [::1]:8"), sent);
    }

    @Test
    void endsOfRanksGoToWhoWatchesThem() {
        rendezvous.watch(4, 2);
        rendezvous.watch(3, 2);
        assertEquals(List.of(), sent);
        rendezvous.finished(2);
        rendezvous.finished(2);
        assertEquals(List.of("FINISHED to 3: 2", "FINISHED to 4: 2"), sent);
        sent.clear();
        rendezvous.finished(1);
        rendezvous.watch(5, 1);
        assertEquals(List.of("FINISHED to 5: 1"), sent);
    }
}
