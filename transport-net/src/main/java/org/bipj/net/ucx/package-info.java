/** The port over UCX: active messages of libucp, called through the foreign function interface. */
package org.bipj.net.ucx;
