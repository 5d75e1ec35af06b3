package org.bipj.panda;

import org.bipj.lci.Disposal;
import org.bipj.lci.ReceivedPacket;

/** Makes messages of a rank's packets, and hands them to their services; in upcalls. */
final class Reception {
    private final PandaCore core;
    private final Services services;
    private final FreeMessages free;
    private final Assemblies assemblies;

    Reception(Services services, FreeMessages free) {
        core = services.core();
        this.services = services;
        this.free = free;
        assemblies = new Assemblies(core.lci().size());
    }

    Disposal onPacket(ReceivedPacket packet) {
        int head = packet.getInt(0);
        int number = packet.getInt(PandaHeader.NUMBER);
        Service service = services.find(PandaHeader.service(head));
        Incoming message;
        if (PandaHeader.isFirst(head)) {
            message = begin(packet, head, number);
            try {
                service.begun(message);
            } catch (Throwable t) {
                core.report(t);
            }
        } else {
            message = assemblies.find(packet.source(), number);
            if (message == null) {
                throw core.fail(
                        "rank " + packet.source() + " goes on with message " + number + ", which it has not begun");
            }
            try {
                goOn(message, packet, service);
            } catch (Throwable t) {
                core.report(t);
            }
        }
        return message.keepsPacket() ? Disposal.KEEP : Disposal.RELEASE;
    }

    private Incoming begin(ReceivedPacket packet, int head, int number) {
        core.chargeReceive();
        Incoming message = free.take();
        int kind = PandaHeader.kind(head);
        message.begin(
                packet.source(),
                packet.group(),
                kind,
                number,
                packet.getInt(PandaHeader.CALL),
                packet.getInt(PandaHeader.LENGTH));
        if (kind == PandaHeader.ORDERED) {
            message.ordinal(packet.getLong(PandaHeader.ORDINAL));
        }
        message.append(packet, PandaHeader.firstHeader(kind));
        if (!message.isWhole()) {
            assemblies.add(message);
        }
        return message;
    }

    private void goOn(Incoming message, ReceivedPacket packet, Service service) {
        boolean wanted = message.isLibrarys();
        message.append(packet, PandaHeader.NEXT_HEADER);
        if (message.isWhole()) {
            assemblies.remove(message);
            if (wanted) {
                service.completed(message);
            }
        }
    }
}
