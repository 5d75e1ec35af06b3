package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UcxLibraryTest {
    @Test
    void aLibraryThatIsMissingIsNamed() {
        for (String name : List.of("/nowhere/libucp.so.0", "libucp-that-is-missing.so.0")) {
            assertEquals(
                    name + " was not found (the package libucx0 of Debian and Ubuntu has it)",
                    UcxLibrary.find(name).problem());
        }
    }

    @Test
    void anotherLibraryIsNone() {
        assertEquals(
                "libc.so.6 is no libucp: it has no ucp_get_version_string",
                UcxLibrary.find("libc.so.6").problem());
    }

    @Test
    void theDevicesOfAnInterfaceIncludeItsRdmaDevice(@TempDir Path interfaces) throws IOException {
        Files.createDirectories(interfaces.resolve("ens1/device/infiniband/mlx5_0"));
        Files.writeString(interfaces.resolve("ens1/dev_port"), "1\n");
        Files.createDirectories(interfaces.resolve("eth0"));
        assertEquals(List.of("mlx5_0:2", "ens1"), UcxDevices.devices(interfaces, "ens1"));
        assertEquals(List.of("eth0"), UcxDevices.devices(interfaces, "eth0"));
        assertEquals("lo", UcxDevices.of(InetAddress.getLoopbackAddress()));
    }
}
