package org.bipj.orca;

import org.bipj.lci.Lci;
import org.bipj.panda.Gather;
import org.bipj.panda.Reply;

/** A caller on another rank, to which the outcome goes as a reply. */
final class RemoteCaller implements Caller {
    static final byte DONE = 0;
    static final byte THREW = 1;
    static final byte REFUSED = 2;

    private final Lci lci;
    private final Reply reply;
    private final Codec<Object> result;

    @SuppressWarnings("unchecked")
    RemoteCaller(Lci lci, Reply reply, Codec<?> result) {
        this.lci = lci;
        this.reply = reply;
        this.result = (Codec<Object>) result;
    }

    @Override
    public void done(Object value, long stamp) {
        Gather message = new Gather().putByte(DONE).putLong(stamp);
        try {
            result.write(value, message);
        } catch (RuntimeException e) {
            threw(e, stamp);
            return;
        }
        send(message);
    }

    @Override
    public void threw(Throwable thrown, long stamp) {
        Gather message = new Gather().putByte(THREW).putLong(stamp);
        Codec.STRING.write(thrown.toString(), message);
        send(message);
    }

    @Override
    public void refused(String why, long stamp) {
        Gather message = new Gather().putByte(REFUSED).putLong(stamp);
        Codec.STRING.write(why, message);
        send(message);
    }

    private void send(Gather message) {
        if (lci.isInUpcall()) {
            reply.send(message);
        } else {
            // A thread of this rank has executed the operation, under the lock: with that it must not wait for send
            // packets.
            lci.defer(() -> {
                reply.send(message);
                return true;
            });
        }
    }
}
