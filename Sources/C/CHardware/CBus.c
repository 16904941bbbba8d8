#include "CBus.h"
#include "CGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int fail(int descriptor) {
    int error = errno;
    close(descriptor);
    return -error;
}

int cbus_open_i2c(const char *path, uint8_t address, struct cbus_device *device) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    unsigned long functions = 0;
    if (ioctl(descriptor, I2C_FUNCS, &functions) < 0) return fail(descriptor);
    if (ioctl(descriptor, I2C_SLAVE, (unsigned long)address) < 0) return fail(descriptor);
    *device = (struct cbus_device){descriptor, functions & I2C_FUNC_I2C ? CBUS_I2C : CBUS_SMBUS, address};
    return 0;
}

int cbus_open_spi(const char *path, uint8_t mode, uint32_t speed, struct cbus_device *device) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    if (ioctl(descriptor, SPI_IOC_WR_MODE, &mode) < 0) return fail(descriptor);
    if (ioctl(descriptor, SPI_IOC_WR_MAX_SPEED_HZ, &speed) < 0) return fail(descriptor);
    *device = (struct cbus_device){descriptor, CBUS_SPI, 0};
    return 0;
}

void cbus_close(const struct cbus_device *device) { close(device->descriptor); }

// MARK: Transfers

static int transfer_i2c(const struct cbus_device *device, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
    struct i2c_msg messages[2];
    struct i2c_rdwr_ioctl_data data = {.msgs = messages};
    if (out_count > UINT16_MAX || in_count > UINT16_MAX) return -EMSGSIZE;
    if (out_count)
        messages[data.nmsgs++] = (struct i2c_msg){.addr = device->address, .len = out_count, .buf = (uint8_t *)out};
    if (in_count)
        messages[data.nmsgs++] =
            (struct i2c_msg){.addr = device->address, .flags = I2C_M_RD, .len = in_count, .buf = in};
    return ioctl(device->descriptor, I2C_RDWR, &data) < 0 ? -errno : 0;
}

static int call_smbus(const struct cbus_device *device, uint8_t direction, uint8_t command, uint32_t size,
                      union i2c_smbus_data *data) {
    struct i2c_smbus_ioctl_data call = {direction, command, size, data};
    return ioctl(device->descriptor, I2C_SMBUS, &call) < 0 ? -errno : 0;
}

/// SMBus calls the first byte a command; on the wires it is a byte as the others.
static int transfer_smbus(const struct cbus_device *device, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
    union i2c_smbus_data data = {};
    if (out_count > 1 && in_count == 0 && out_count <= 1 + I2C_SMBUS_BLOCK_MAX) {
        data.block[0] = out_count - 1;
        memcpy(data.block + 1, out + 1, out_count - 1);
        return call_smbus(device, I2C_SMBUS_WRITE, out[0], I2C_SMBUS_I2C_BLOCK_DATA, &data);
    }
    if (out_count == 1 && in_count == 0) return call_smbus(device, I2C_SMBUS_WRITE, out[0], I2C_SMBUS_BYTE, NULL);
    int result;
    if (out_count == 1 && in_count <= I2C_SMBUS_BLOCK_MAX) {
        data.block[0] = in_count;
        result = call_smbus(device, I2C_SMBUS_READ, out[0], I2C_SMBUS_I2C_BLOCK_DATA, &data);
        if (!result) memcpy(in, data.block + 1, in_count);
    } else if (out_count == 0 && in_count == 1) {
        result = call_smbus(device, I2C_SMBUS_READ, 0, I2C_SMBUS_BYTE, &data);
        if (!result) in[0] = data.byte;
    } else {
        result = -EOPNOTSUPP;
    }
    return result;
}

static int transfer_spi(const struct cbus_device *device, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
    struct spi_ioc_transfer transfers[2] = {
        {.tx_buf = (uintptr_t)out, .len = out_count},
        {.rx_buf = (uintptr_t)in, .len = in_count},
    };
    int result = !out_count  ? ioctl(device->descriptor, SPI_IOC_MESSAGE(1), transfers + 1)
                 : !in_count ? ioctl(device->descriptor, SPI_IOC_MESSAGE(1), transfers)
                             : ioctl(device->descriptor, SPI_IOC_MESSAGE(2), transfers);
    return result < 0 ? -errno : 0;
}

static int transfer(const struct cbus_device *device, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
    if (!out_count && !in_count) return 0;
    switch (device->kind) {
    case CBUS_I2C: return transfer_i2c(device, out, out_count, in, in_count);
    case CBUS_SMBUS: return transfer_smbus(device, out, out_count, in, in_count);
    default: return transfer_spi(device, out, out_count, in, in_count);
    }
}

int cbus_transfer(const struct cbus_device *device, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
    if (cguard_is_ending()) return 0;
    return transfer(device, out, out_count, in, in_count);
}

// MARK: Safe states

struct guarded {
    struct cbus_device device;
    size_t count;
    const uint8_t *safe;
};
_Static_assert(sizeof(struct guarded) <= cguard_most_bytes, "a device fits into a place");

/// A transfer is one ioctl, with all that it needs on the stack: a signal handler may make it.
static void make_safe(const void *context) {
    const struct guarded *guarded = context;
    transfer(&guarded->device, guarded->safe, guarded->count, NULL, 0);
}

/// The safe states of all devices, each once. They are never freed, because the process may be ending on another thread,
/// which reads them.
static struct safe {
    struct safe *next;
    size_t count;
    uint8_t bytes[];
} *all_safe;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Returns a copy of the bytes that stays; NULL if there is no memory.
static const uint8_t *kept(const uint8_t *bytes, size_t count) {
    pthread_mutex_lock(&lock);
    struct safe *safe = all_safe;
    while (safe && (safe->count != count || memcmp(safe->bytes, bytes, count))) safe = safe->next;
    if (!safe && (safe = malloc(sizeof *safe + count))) {
        safe->next = all_safe;
        safe->count = count;
        memcpy(safe->bytes, bytes, count);
        all_safe = safe;
    }
    pthread_mutex_unlock(&lock);
    return safe ? safe->bytes : NULL;
}

int cbus_guard(const struct cbus_device *device, const uint8_t *safe, size_t count) {
    struct guarded guarded = {.device = *device, .count = count, .safe = kept(safe, count)};
    if (!guarded.safe) return -ENOMEM;
    return cguard_add(make_safe, &guarded, sizeof guarded);
}

// MARK: Probing

int cbus_open_bus(const char *path, bool *is_smbus) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    unsigned long functions = 0;
    if (ioctl(descriptor, I2C_FUNCS, &functions) < 0) return fail(descriptor);
    if (!(functions & (I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_READ_BYTE))) {
        close(descriptor);
        return -EOPNOTSUPP;
    }
    *is_smbus = !(functions & I2C_FUNC_I2C);
    return descriptor;
}

static bool must_be_read(uint8_t address) { return (address & 0xf8) == 0x30 || (address & 0xf0) == 0x50; }

int cbus_probe(int descriptor, uint8_t address) {
    if (ioctl(descriptor, I2C_SLAVE, (unsigned long)address) < 0) return -errno;
    union i2c_smbus_data data = {};
    struct cbus_device device = {descriptor, CBUS_SMBUS, address};
    int result = must_be_read(address) ? call_smbus(&device, I2C_SMBUS_READ, 0, I2C_SMBUS_BYTE, &data)
                                       : call_smbus(&device, I2C_SMBUS_WRITE, 0, I2C_SMBUS_QUICK, NULL);
    if (result == -ETIMEDOUT || result == -EOPNOTSUPP) return result;
    return result == 0;
}
