package org.bipj.launch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.bipj.launch.hosts.supervisor.Versions;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.ControlLink;
import org.bipj.launch.hosts.wire.FrameKind;

/** Stands for the supervisor of a host with another version of the library. */
public final class OtherSupervisor {
    private OtherSupervisor() {}

    /** Names the version, and waits for the end. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        out.write(ControlLink.GREETING);
        new ControlLink("mpirun", new FileInputStream(FileDescriptor.in), out, 0, 60, new ControlLink.Listener() {
                    @Override
                    public void arrived(ControlFrame frame) {
                        // It answers nothing.
                    }

                    @Override
                    public void lost(String reason) {
                        end.countDown();
                    }
                })
                .start()
                .send(ControlFrame.of(
                        FrameKind.HELLO,
                        0,
                        new Versions("0.0.9", Runtime.version().feature()).pack()));
        end.await();
    }
}
